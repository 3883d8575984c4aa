import type { EvmCallTree } from '#lib/evm/trace/contract.ts'

type Frame = EvmCallTree['frames'][number]
type FrameLog = Frame['logs'][number]

export type CallRow =
  | {
      kind: 'call'
      key: string
      level: number
      frame: Frame
      /** The delegate call that is shown as part of this one, the call to a proxy. */
      delegate: Frame | undefined
      hasBelow: boolean
    }
  | { kind: 'log'; key: string; level: number; log: FrameLog }

/** A call with what it did, in order. */
type Node = { frame: Frame; delegate: Frame | undefined; below: (Node | { log: FrameLog })[] }

/** The calls of a transaction as a tree. Where `isFolded`, a proxy and the contract that it delegates to are one call. */
export const callNodes = (frames: readonly Frame[], isFolded: boolean): Node | undefined => {
  const calls = new Map<string, Frame[]>()
  const byPlace = new Map(frames.map((frame) => [frame.frame, frame]))
  for (const frame of frames) {
    const parent = parentOf(frame.frame)
    if (parent === undefined) continue
    const known = calls.get(parent)
    if (known) known.push(frame)
    else calls.set(parent, [frame])
  }
  const below = (frame: Frame): Node['below'] => {
    const own = calls.get(frame.frame) ?? []
    const logsAt = (position: number | null) =>
      frame.logs.filter((log) => log.position === position).map((log) => ({ log }))
    return [
      ...own.flatMap((call, position) => [
        ...logsAt(position),
        ...(isFolded && frame.delegate === call.frame ? below(call) : [nodeOf(call)]),
      ]),
      ...logsAt(null),
    ]
  }
  const nodeOf = (frame: Frame): Node => ({
    frame,
    delegate: isFolded && frame.delegate !== null ? byPlace.get(frame.delegate) : undefined,
    below: below(frame),
  })
  const [top] = frames
  return top && nodeOf(top)
}

/** The rows of a tree, without those below closed calls. With `words`, only rows that contain them and the calls around these. */
export const callRows = (top: Node, closed: ReadonlySet<string>, words: string): CallRow[] => {
  const hasWords = (frame: Frame): boolean => words === '' || frameText(frame).includes(words)
  const rowsOf = ({ frame, delegate, below }: Node, level: number): CallRow[] => {
    const isClosed = words === '' && closed.has(frame.frame)
    const inner = isClosed
      ? []
      : below.flatMap((one) => ('log' in one ? logRows(one.log, level + 1) : rowsOf(one, level + 1)))
    if (inner.length === 0 && !hasWords(frame) && !(delegate && hasWords(delegate))) return []
    const row: CallRow = {
      kind: 'call',
      key: `call-${frame.frame}`,
      level,
      frame,
      delegate,
      hasBelow: below.length > 0,
    }
    return [row, ...inner]
  }
  const logRows = (log: FrameLog, level: number): CallRow[] =>
    words === '' || logText(log).includes(words) ? [{ kind: 'log', key: `log-${log.log_index}`, level, log }] : []
  return rowsOf(top, 0)
}

const lowerCase = (texts: readonly (string | null)[]): string =>
  texts
    .filter((text) => text !== null)
    .join(' ')
    .toLowerCase()

/** What a search looks at. */
const frameText = ({ type, from, to, to_label, selector, error, call, reason }: Frame): string =>
  lowerCase([type, from, to, to_label, selector, error, ...namedTexts(call), ...namedTexts(reason)])

const logText = ({ address, event }: FrameLog): string => lowerCase([address, ...namedTexts(event)])

const namedTexts = (named: Frame['call']): string[] =>
  named ? [named.signature, ...named.arguments.flatMap(({ name, value }) => [name, value])] : []

const parentOf = (place: string): string | undefined => {
  const end = place.lastIndexOf('-')
  return end < 0 ? undefined : place.slice(0, end)
}
