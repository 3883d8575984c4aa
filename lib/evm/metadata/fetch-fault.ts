import type { OutboundError, OutboundFault } from '#lib/outbound/outbound-error.ts'
import { HostRests } from './host-rests.ts'

/** Why a document or a picture could not be read, in words for people. */
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

/** Faults that may pass, the likeliest first. */
const hopes: readonly OutboundFault[] = ['temporarily_unavailable', 'unsupported_media', 'host_unavailable']

/** The fault of the place that is most likely to answer another time. */
export const mostHopeful = (faults: readonly FetchFault[]): FetchFault | undefined =>
  hopes.flatMap((hope) => faults.filter(({ fault }) => fault === hope))[0] ?? faults[0]
