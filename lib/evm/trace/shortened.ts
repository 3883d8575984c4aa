type Parameter = { name: string; value: string; type: string }
type Named = { label: string; signature: string; source: 'abi' | 'signatures'; params: readonly Parameter[] }

/** Arguments that a row of a tree has place for. */
const argumentsMax = 8
/** A word as hex has 66 characters, as a decimal number 78. */
const valueLengthMax = 80
const signatureLengthMax = 300

/** A decoded call, error or event as a row of the tree has it: a contract decides how long its values are. */
export const shortened = (named: Named | undefined) =>
  named === undefined
    ? null
    : {
        label: cut(named.label, valueLengthMax),
        signature: cut(named.signature, signatureLengthMax),
        source: named.source,
        arguments: named.params.slice(0, argumentsMax).map(({ name, value, type }) => ({
          name: cut(name, valueLengthMax),
          value: cut(value, valueLengthMax),
          type: cut(type, valueLengthMax),
        })),
      }

const cut = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`
