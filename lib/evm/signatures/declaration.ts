/** An ABI parameter as JSON: what `abiIndex` compiles. */
export type AbiInput = { name: string; type: string; indexed: boolean; components?: AbiInput[] }

export type Declaration = { name: string; inputs: AbiInput[] }

/** Deeper or longer declarations exist in no known ABI. */
const depthMax = 12
const lengthMax = 4_000

/**
 * Parses `swap((address token,uint256 amount)[] legs,address indexed to)`: types with the names of parameters, if the source has
 * them. Tuples are written out. Undefined if the text is not of this form; scans the text once.
 */
export const parseDeclaration = (text: string): Declaration | undefined => {
  const open = text.indexOf('(')
  const name = text.slice(0, open)
  if (open < 1 || text.length > lengthMax || !isIdentifier(name)) return undefined
  const inputs = parseInputs(text.slice(open), 0)
  return inputs?.rest === '' ? { name, inputs: inputs.inputs } : undefined
}

/** The parameters from `(` to its `)`, and what follows. */
const parseInputs = (text: string, depth: number): { inputs: AbiInput[]; rest: string } | undefined => {
  if (depth > depthMax || !text.startsWith('(')) return undefined
  if (text.startsWith('()')) return { inputs: [], rest: text.slice(2) }
  const inputs: AbiInput[] = []
  let rest = text
  do {
    const tuple = rest.startsWith('(', 1) ? parseInputs(rest.slice(1), depth + 1) : undefined
    const after = tuple ? tuple.rest : rest.slice(1)
    const end = after.search(/[,)]/)
    if (end < 0) return undefined
    const [base = '', ...words] = after.slice(0, end).split(' ')
    const indexed = words[0] === 'indexed'
    const [name = '', ...more] = indexed ? words.slice(1) : words
    if (more.length > 0 || (name !== '' && !isIdentifier(name))) return undefined
    const type = tuple ? `tuple${base}` : base
    inputs.push({ name, type, indexed, ...(tuple && { components: tuple.inputs }) })
    rest = after.slice(end)
  } while (rest.startsWith(','))
  return { inputs, rest: rest.slice(1) }
}

const isIdentifier = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)

/** The text of a declaration, which `parseDeclaration` reads. */
export const formatDeclaration = ({ name, inputs }: Declaration): string => `${name}(${inputs.map(inputText).join()})`

const inputText = ({ type, name, indexed, components }: AbiInput): string => {
  const typeText = components ? `(${components.map(inputText).join()})${type.slice('tuple'.length)}` : type
  return [typeText, ...(indexed ? ['indexed'] : []), ...(name ? [name] : [])].join(' ')
}
