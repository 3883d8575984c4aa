import { type FetchFault, fetchFaultOf, mostHopeful } from './fetch-fault.ts'
import { OutboundError } from './outbound-error.ts'

/** Reads the URLs in order until one succeeds; otherwise returns the fault that is most likely to pass. */
export const firstAnswer = async <Answer extends object>(
  urls: readonly string[],
  read: (url: string) => Promise<Answer | FetchFault>,
  signal: AbortSignal | undefined,
): Promise<Answer | FetchFault | undefined> => {
  const faults: FetchFault[] = []
  for (const url of urls) {
    try {
      const answer = await read(url)
      if (!('fault' in answer)) return answer
      faults.push(answer)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      faults.push(fetchFaultOf(error))
    }
    if (signal?.aborted) break
  }
  return mostHopeful(faults)
}
