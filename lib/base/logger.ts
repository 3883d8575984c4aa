import { type DestinationStream, type Logger, destination as openDestination, pino, stdTimeFunctions } from 'pino'

const placeholder = '[redacted]'

/**
 * Removes secrets from a text in every spelling that a server or a logger may use: plain, in another case,
 * percent-encoded, or escaped as in JSON.
 */
export const createRedact = (secrets: readonly string[]): ((text: string) => string) => {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  if (spellings.length === 0) return (text) => text
  const pattern = new RegExp([...new Set(spellings)].map((spelling) => escapePattern(spelling)).join('|'), 'gi')
  return (text) => text.replace(pattern, placeholder)
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** The part of a logger that this folder needs. */
export type ProcessLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

export type LoggerOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Values that must never be logged, such as the upstream's key and the database's password. */
  secrets?: readonly string[]
  /** Errors that are reported once for all affected requests: their lines about single requests are logged at `debug`. */
  isReported?: (error: unknown) => boolean
  /** Destination of the lines; standard output by default. */
  destination?: DestinationStream
}

const debugLevel = 20

/** Names of fields with secrets, at the depths at which objects are logged. */
const secretNames = [
  'x-api-key',
  'authorization',
  'cookie',
  'set-cookie',
  'apiKey',
  'api_key',
  'key',
  'secret',
  'password',
  'signature',
]
const secretPaths = secretNames.flatMap((name) => ['', '*', 'req.headers'].map((at) => `${at}["${name}"]`))

/** JSON lines on standard output, with secrets removed by name and by value. */
export const createLogger = ({
  level,
  secrets = [],
  isReported = () => false,
  destination = openDestination(1),
}: LoggerOptions): Logger => {
  const redact = createRedact(secrets)
  const stream: DestinationStream = { write: (line) => destination.write(redact(line)) }
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(inputs, method, levelNumber) {
          const [facts]: readonly unknown[] = inputs
          const isOneOfMany =
            levelNumber > debugLevel &&
            typeof facts === 'object' &&
            facts !== null &&
            'err' in facts &&
            isReported(facts.err)
          return isOneOfMany ? this.debug(...inputs) : method.apply(this, inputs)
        },
      },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    stream,
  )
}
