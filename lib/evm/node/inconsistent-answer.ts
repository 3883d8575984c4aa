import { ServiceError } from '#lib/api/errors.ts'

/** A node's response contradicts itself, the request or the protocol. None of it may be used; another node may be correct. */
export class InconsistentAnswer extends ServiceError {
  constructor(fault: string) {
    super('upstream_failed', `The node returned an inconsistent response: ${fault}.`)
  }
}
