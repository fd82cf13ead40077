/** Ways in which two servers may differ while both keep the contract. */

export interface Habits {
  readonly pageSize: number;
  readonly success: number;
  readonly mediaType: string;
  readonly schemes: readonly string[];
  /** Leaves fields out in the place of null. */
  readonly omitsNull: boolean;
  /** Leaves last_id out when there is one page, as the example of the contract does. */
  readonly omitsLastId: boolean;
  /** Learns that a full page was the last one only from the next one, which is empty. */
  readonly looksNoFurther: boolean;
  readonly refusesUnknownFields: boolean;
  /** `group` of a tenant is the external reference. */
  readonly groupIsReference: boolean;
  /** Several identifications find whoever matches one of them. */
  readonly anyIdentification: boolean;
  readonly boundsIncluded: boolean;
  readonly openEndIsActive: boolean;
  /** A made-up group or a lease identifier of another form is refused with this status. */
  readonly refusesForm: number | undefined;
  /** Names the request's address fields differently, and refuses others. */
  readonly addressPrefix: string;
  readonly indent: number;
  /** A tenant appears once for each matching lease. */
  readonly repeatsTenants: boolean;
}

export const USUAL: Habits = {
  pageSize: 40,
  success: 200,
  mediaType: 'application/json;charset=UTF-8',
  schemes: ['bearer', 'Bearer'],
  omitsNull: false,
  omitsLastId: false,
  looksNoFurther: false,
  refusesUnknownFields: true,
  groupIsReference: false,
  anyIdentification: false,
  boundsIncluded: true,
  openEndIsActive: false,
  refusesForm: undefined,
  addressPrefix: '',
  indent: 3,
  repeatsTenants: false,
};

/** Each keeps the contract, and each habit is in one of them. */
export const HABITS: Readonly<Record<string, Habits>> = {
  usual: USUAL,
  terse: {
    ...USUAL,
    omitsNull: true,
    omitsLastId: true,
    indent: 0,
    mediaType: 'text/json',
    success: 201,
    pageSize: 100,
  },
  hasty: {
    ...USUAL,
    refusesUnknownFields: false,
    looksNoFurther: true,
    openEndIsActive: true,
    boundsIncluded: false,
    pageSize: 10,
  },
  strange: {
    ...USUAL,
    groupIsReference: true,
    anyIdentification: true,
    addressPrefix: 'where_',
    schemes: ['bearer'],
    repeatsTenants: true,
    pageSize: 37,
  },
  strict: { ...USUAL, refusesForm: 400, pageSize: 99 },
};
