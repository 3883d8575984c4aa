export type NamedText = { name: string; text: string }

/** What can be verified of the chosen files. */
export type Upload =
  | {
      kind: 'input'
      /** What was recognised, for people. */
      title: string
      input: Json
      compilerVersion: string | undefined
      /** Contracts that it may be, as `file:name`. */
      contracts: string[]
    }
  | { kind: 'metadata'; title: string; metadata: Json; sources: Record<string, string> }
  | { kind: 'fault'; message: string }

type Json = Record<string, unknown>

const contractsMax = 300

/**
 * Recognises what build tools write: standard JSON input, a build-info of Hardhat or Foundry, or an artifact of Foundry (or the
 * compiler's metadata) together with its source files. The server checks all of it again.
 */
export const readUpload = (files: readonly NamedText[]): Upload => {
  const documents = files.filter(({ name }) => name.endsWith('.json'))
  const [document] = documents
  if (!document || documents.length > 1)
    return fault('Choose one JSON file, and the source files that belong to it if it has none.')
  const json = parse(document.text)
  if (!json) return fault(`${document.name} is not JSON.`)
  if (isJson(json.input) && isJson(json.input.sources)) return fromBuildInfo(json, json.input)
  if (typeof json.language === 'string' && isJson(json.sources) && !isJson(json.compiler)) return fromInput(json)
  if (typeof json._format === 'string' && json._format.startsWith('hh'))
    return fault('An artifact of Hardhat has no sources: choose its file in artifacts/build-info.')
  const metadata = [json, json.metadata, json.rawMetadata].map(asJson).find((one) => one && isMetadata(one))
  if (metadata)
    return fromMetadata(
      metadata,
      files.filter((one) => one !== document),
    )
  return fault(`${document.name} is neither standard JSON input, nor a build-info, nor an artifact with metadata.`)
}

const fault = (message: string): Upload => ({ kind: 'fault', message })

const fromInput = (input: Json): Upload => {
  const sources = isJson(input.sources) ? input.sources : {}
  return {
    kind: 'input',
    title: `Standard JSON input with ${countOf(sources)}`,
    input,
    compilerVersion: undefined,
    contracts: declaredIn(sources),
  }
}

const fromBuildInfo = (json: Json, input: Json): Upload => {
  const sources = isJson(input.sources) ? input.sources : {}
  const { contracts } = isJson(json.output) ? json.output : {}
  const compiled = isJson(contracts)
    ? Object.entries(contracts).flatMap(([file, of]) =>
        Object.keys(isJson(of) ? of : {}).map((name) => `${file}:${name}`),
      )
    : declaredIn(sources)
  const version = [json.solcLongVersion, json.solcVersion].find((one) => typeof one === 'string')
  return {
    kind: 'input',
    title: `Build information with ${countOf(sources)}`,
    input,
    compilerVersion: version,
    contracts: compiled.slice(0, contractsMax),
  }
}

const fromMetadata = (metadata: Json, files: readonly NamedText[]): Upload => {
  const named = Object.entries(isJson(metadata.sources) ? metadata.sources : {})
  const literal = named.flatMap(([path, one]) =>
    isJson(one) && typeof one.content === 'string' ? [[path, one.content]] : [],
  )
  // Of two files with one name both are sent: the server finds them by their hashes.
  const chosen = files.map(({ name, text }, index) => [`${index}/${name}`, text])
  const sources: Record<string, string> = Object.fromEntries([...literal, ...chosen])
  const lacking = named.length - Object.keys(sources).length
  if (lacking > 0)
    return fault(
      `Its metadata names ${named.length} source files, and ${Object.keys(sources).length} were chosen. Choose these together with it: ${named
        .slice(0, 10)
        .map(([path]) => path.slice(0, 120))
        .join(', ')}${named.length > 10 ? ', …' : ''}`,
    )
  return { kind: 'metadata', title: `Metadata with ${countOf(sources)}`, metadata, sources }
}

/** The contracts that sources seem to declare, the last file's first: build tools write dependencies first. */
const declaredIn = (sources: Json): string[] =>
  Object.entries(sources)
    .reverse()
    .flatMap(([file, one]) =>
      isJson(one) && typeof one.content === 'string'
        ? [...one.content.matchAll(/^[ \t]{0,8}(?:abstract )?(?:contract|library) ([A-Za-z_$][\w$]{0,255})/gm)].map(
            ([, name]) => `${file}:${name}`,
          )
        : [],
    )
    .slice(0, contractsMax)

const countOf = (sources: object): string => {
  const count = Object.keys(sources).length
  return `${count} source file${count === 1 ? '' : 's'}`
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const asJson = (value: unknown): Json | undefined =>
  typeof value === 'string' ? parse(value) : isJson(value) ? value : undefined
const isMetadata = ({ compiler, sources, settings }: Json): boolean =>
  isJson(compiler) && isJson(sources) && isJson(settings) && isJson(settings.compilationTarget)

const parse = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
