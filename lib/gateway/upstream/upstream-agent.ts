import { Agent } from 'undici'

/** Limits the number of connections; further calls wait within their own time limit. */
export const createUpstreamAgent = (): Agent =>
  new Agent({ connections: 32, connectTimeout: 5_000, keepAliveTimeout: 10_000, allowH2: false })
