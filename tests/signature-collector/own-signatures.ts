type OwnSignatures = {
  contract: string
  /** Where its makers publish it. */
  source: string
  declarations: readonly string[]
}

/** Functions and events of contracts whose ABI no npm package carries. */
export const ownSignatures: readonly OwnSignatures[] = []
