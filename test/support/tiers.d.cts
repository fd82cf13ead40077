/** The paths of a tier's test files; those of the quick and the full one without a name. */
export function filesOf(tier: string | undefined): string[];
