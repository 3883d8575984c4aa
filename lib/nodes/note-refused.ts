import type { Log } from '#lib/base/log.ts'
import type { RefusedNode } from './identity-check.ts'

/** Sentences for the status page about unused nodes; the log gets their hosts when they change. */
export const createRefusedNote = (log: Log, facts: object, refused: () => readonly RefusedNode[]): (() => string[]) => {
  let noted = ''
  return () => {
    const nodes = refused()
    const sentences = nodes.map(({ reason }) => reason)
    const text = sentences.join('\n')
    if (text !== noted && nodes.length > 0) log.warn({ ...facts, nodes }, 'not using nodes of another chain or history')
    else if (text !== noted) log.info(facts, 'using all nodes again')
    noted = text
    return sentences
  }
}
