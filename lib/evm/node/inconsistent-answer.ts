import { ServiceError } from '#lib/api/errors.ts'

/** A node's answer contradicts itself, the question or the protocol. Nothing of it may be used; another node may know better. */
export class InconsistentAnswer extends ServiceError {
  constructor(fault: string) {
    super('upstream_failed', `The node returned an inconsistent response: ${fault}.`)
  }
}
