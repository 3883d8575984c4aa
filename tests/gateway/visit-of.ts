import type { Requester } from '#lib/api/endpoint.ts'
import type { Visit } from '#lib/http/admit.ts'

/** The visit of someone with budget left. */
export const visitOf = (requester: Requester = { id: '192.0.2.1', hasKey: false }): Visit => ({
  requester,
  sentBytes: 0,
  pay: async () => ({ headers: {} }),
  prepaidCalls: 0,
  questions: 0,
  isForAll: true,
  patienceMs: 0,
})
