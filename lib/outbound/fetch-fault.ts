import { HostRests } from './host-rests.ts'
import type { OutboundError, OutboundFault } from './outbound-error.ts'

/** Why a document or an image could not be read, as text for users. */
export type FetchFault = {
  fault: OutboundFault
  message: string
  retryAfterSeconds?: number
  /** Set if the host was skipped: unix milliseconds. */
  restsUntil?: number
}

export const fetchFaultOf = (error: OutboundError): FetchFault => {
  const { fault, message, retryAfterSeconds } = error
  if (error instanceof HostRests) return { fault, message, restsUntil: error.until }
  return { fault, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** Temporary faults, most likely to pass first. */
const hopes: readonly OutboundFault[] = ['temporarily_unavailable', 'unsupported_media', 'host_unavailable']

/** The fault of the source that is most likely to succeed later. */
export const mostHopeful = (faults: readonly FetchFault[]): FetchFault | undefined =>
  hopes.flatMap((hope) => faults.filter(({ fault }) => fault === hope))[0] ?? faults[0]
