import { ServiceError } from '#lib/base/errors.ts'

/** A node's response contradicts itself, the request or the protocol. None of it may be used; another node may be correct. */
export class InconsistentAnswer extends ServiceError {
  /** What is wrong, without a subject: "block 5 (0x…) has …". */
  readonly fault: string
  constructor(fault: string) {
    super('upstream_failed', `The node gave an answer that cannot be right, so it was not used: ${fault}.`)
    this.fault = fault
  }
}

/** Receipts of a block that were refused, left out, or are too few: another way to ask for them may have them. */
export class MissingReceipts extends InconsistentAnswer {}
