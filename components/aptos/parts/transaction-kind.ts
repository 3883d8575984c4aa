import type { Tone } from '#components/ui/badge.tsx'

const kinds: Record<string, { title: string; tone: Tone }> = {
  user_transaction: { title: 'User', tone: 'accent' },
  block_metadata_transaction: { title: 'Block metadata', tone: 'neutral' },
  state_checkpoint_transaction: { title: 'State checkpoint', tone: 'neutral' },
  block_epilogue_transaction: { title: 'Block epilogue', tone: 'neutral' },
  validator_transaction: { title: 'Validator', tone: 'warn' },
  genesis_transaction: { title: 'Genesis', tone: 'warn' },
  pending_transaction: { title: 'Pending', tone: 'warn' },
}

/** The title of a kind; unknown kinds are shown by their own name. */
export const transactionKind = (type: string): { title: string; tone: Tone } => {
  const words = type.replace(/_transaction$/, '').replaceAll('_', ' ')
  return kinds[type] ?? { title: words.charAt(0).toUpperCase() + words.slice(1), tone: 'neutral' }
}

/** Whether a word of a URL can be a kind, known or not. */
export const isTransactionKind = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z_]{1,64}$/.test(text)
