/** Random documents for the schema; nearly all of them are valid. */

import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

import type { Dice } from '../../oracle/generate/dice';
import { fieldsToGive, randomValue } from './values';

type Composite = GraphQLObjectType | GraphQLInterfaceType;

interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly definition: string;
}

export interface Operation {
  readonly name: string;
  readonly variables: readonly Variable[];
}

/** @param conditional percent of the selections that carry @skip or @include */
export const randomDocument = (dice: Dice, schema: GraphQLSchema, conditional: number) =>
  new DocumentWriter(dice, schema, conditional).write();

class DocumentWriter {
  /** Two fields with the same name in the answer must be the same field with the same arguments. */
  readonly #answerNames = new Map<string, string>();
  readonly #fragments: { readonly name: string; readonly type: Composite; used: boolean }[] = [];
  #variables: Variable[] = [];
  /** Within a fragment no variable can be declared, because all operations would need it. */
  #inFragment = false;
  #left = 0;

  constructor(
    private readonly dice: Dice,
    private readonly schema: GraphQLSchema,
    private readonly conditional: number,
  ) {}

  write(): { readonly text: string; readonly operations: readonly Operation[] } {
    const { dice, schema } = this;
    const types = Object.values(schema.getTypeMap()).filter(
      (type): type is Composite => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'),
    );
    const count = dice.between(0, 3);
    for (let index = 0; index < count; index += 1)
      this.#fragments.push({ name: `F${index}`, type: dice.pick(types), used: false });
    const operations: Operation[] = [];
    const texts: string[] = [];
    const operationCount = dice.chance(20) ? 2 : 1;
    for (let index = 0; index < operationCount; index += 1) {
      this.#variables = [];
      this.#left = 8;
      const name = operationCount === 1 && dice.chance(30) ? '' : `Op${index}`;
      const selections = this.#selections(schema.getQueryType()!, 0, 0);
      const variables = this.#variables.map(({ definition }) => definition).join(', ');
      texts.push(`query ${name}${variables && `(${variables})`} ${selections}`);
      operations.push({ name, variables: this.#variables });
    }
    // A fragment spreads only later ones, so there is no cycle, and each is known to be used before it is written.
    this.#inFragment = true;
    this.#fragments.forEach(({ name, type, used }, index) => {
      if (!used) return;
      this.#left = 5;
      texts.push(`fragment ${name} on ${type.name} ${this.#selections(type, 2, index + 1)}`);
    });
    return { text: texts.join('\n'), operations };
  }

  #selections(type: Composite, depth: number, firstFragment: number): string {
    const { dice } = this;
    const count = dice.between(1, depth === 0 ? 3 : 4);
    const selections = Array.from({ length: count }, () => this.#selection(type, depth, firstFragment));
    return `{ ${selections.join(' ')} }`;
  }

  #selection(type: Composite, depth: number, firstFragment: number): string {
    const { dice, schema } = this;
    const fragment = dice.chance(12) ? this.#fragmentFor(type, firstFragment) : undefined;
    if (fragment !== undefined) {
      fragment.used = true;
      return `...${fragment.name}${this.#condition()}`;
    }
    if (dice.chance(10) && depth < 7) {
      const narrowed = isInterfaceType(type) ? dice.pick([...schema.getPossibleTypes(type), type]) : type;
      const on = dice.chance(30) && narrowed === type ? '' : ` on ${narrowed.name}`;
      return `...${on}${this.#condition()} ${this.#selections(narrowed, depth + 1, firstFragment)}`;
    }
    return this.#field(type, depth, firstFragment);
  }

  #fragmentFor(type: Composite, firstFragment: number) {
    const fitting = this.#fragments
      .slice(firstFragment)
      .filter((each) => each.type === type || (!isObjectType(type) && this.schema.isSubType(type, each.type as never)));
    return fitting.length === 0 ? undefined : this.dice.pick(fitting);
  }

  #field(type: Composite, depth: number, firstFragment: number): string {
    const { dice } = this;
    this.#left -= 1;
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const wanted = depth > 6 || this.#left < 0 ? leaves : fields;
    const field = dice.chance(8) || wanted.length === 0 ? undefined : dice.pick(wanted);
    if (field === undefined) return `${this.#answerName('__typename', '')}__typename${this.#condition()}`;
    const given = this.#arguments(field.args);
    const named = getNamedType(field.type);
    const below = isLeafType(named) ? '' : ` ${this.#selections(named as Composite, depth + 1, firstFragment)}`;
    return `${this.#answerName(field.name, given)}${field.name}${given}${this.#condition()}${below}`;
  }

  /** The name of the field for its first arguments, and an alias for any others. */
  #answerName(field: string, given: string): string {
    const { dice } = this;
    const key = field + given;
    const other = dice.chance(10) ? dice.pick(['a', 'constructor', 'toString', 'idx0', 'data']) : undefined;
    if (other !== undefined && !this.#answerNames.has(`:${other}`)) {
      this.#answerNames.set(`:${other}`, key);
      return `${other}: `;
    }
    if (other !== undefined && this.#answerNames.get(`:${other}`) === key) return `${other}: `;
    const known =
      this.#answerNames.get(key) ?? (this.#answerNames.has(`=${field}`) ? `a${this.#answerNames.size}: ` : '');
    this.#answerNames.set(key, known);
    this.#answerNames.set(`=${field}`, known);
    return known;
  }

  #condition(): string {
    const { dice } = this;
    if (!dice.chance(this.conditional)) return '';
    const value = this.#inFragment || dice.chance(50) ? String(dice.chance(50)) : this.#variable(undefined);
    const one = `@${dice.pick(['skip', 'include'])}(if: ${value})`;
    return dice.chance(15) ? ` @skip(if: ${dice.chance(30)}) @include(if: ${value})` : ` ${one}`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const { dice } = this;
    const given = args
      .filter((arg) => isRequiredArgument(arg) || dice.chance(arg.name === 'before' || arg.name === 'last' ? 6 : 20))
      .map((arg) => `${arg.name}: ${this.#input(arg.type, arg.defaultValue !== undefined)}`);
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }

  /** A literal, a variable, or a literal that contains variables. */
  #input(type: GraphQLInputType, hasDefault: boolean): string {
    const { dice } = this;
    if (!this.#inFragment && dice.chance(30)) return this.#variable(type, hasDefault);
    return !isNonNullType(type) && dice.chance(6) ? 'null' : this.#literal(getNullableType(type));
  }

  #literal(type: GraphQLInputType): string {
    const { dice } = this;
    if (isListType(type)) {
      return `[${Array.from({ length: dice.between(0, 4) }, () => this.#input(type.ofType, false)).join(', ')}]`;
    }
    if (!isInputObjectType(type)) return JSON.stringify(randomValue(dice, type, 0));
    const fields = fieldsToGive(dice, type).map((field) => {
      // A field of a oneOf input cannot be null.
      const fieldType = field.type;
      return `${field.name}: ${type.isOneOf ? JSON.stringify(randomValue(dice, fieldType, 0)) : this.#input(fieldType, false)}`;
    });
    return `{${fields.join(', ')}}`;
  }

  /** Declares a variable of the type, or reuses one; Boolean! by default. */
  #variable(type: GraphQLInputType | undefined, hasDefault = false): string {
    const { dice } = this;
    const typeText = type === undefined ? 'Boolean!' : String(type);
    const known = this.#variables.filter(({ definition }) => definition.includes(`: ${typeText}`));
    if (known.length > 0 && dice.chance(40)) return `$${dice.pick(known).name}`;
    const inner = type === undefined ? this.schema.getType('Boolean') : isNonNullType(type) ? type.ofType : type;
    const name = `v${this.#variables.length}`;
    const strict = typeText.endsWith('!') ? typeText : dice.chance(15) ? `${typeText}!` : typeText;
    // With a default, of the argument or of the variable, a nullable variable is valid in a non-null place.
    const withDefault = dice.chance(15) && isLeafType(inner);
    const loose =
      typeText.endsWith('!') && (hasDefault || withDefault) && dice.chance(60) ? typeText.slice(0, -1) : strict;
    const value = withDefault ? ` = ${JSON.stringify(randomValue(dice, inner, 0))}` : '';
    this.#variables.push({ name, type: inner as GraphQLInputType, definition: `$${name}: ${loose}${value}` });
    return `$${name}`;
  }
}
