/** Why a wallet or the server refused, and what to do about it. */
export type WalletFault = { title: string; text: string; requestId?: string }

/** Maximum length of a wallet's own error text. */
const walletWordsMax = 200

/** EIP-1193: the user rejected the request. */
const rejectedCode = 4001

/** The fault for what a wallet threw: a text, an error, or any object. */
export const walletFault = (thrown: unknown): WalletFault => {
  const words = wordsOf(thrown).trim()
  if (codeOf(thrown) === rejectedCode || /reject|declin|denied|refus|cancel/i.test(words))
    return {
      title: 'The wallet rejected the request',
      text: 'The request was rejected in the wallet. Nothing was signed.',
    }
  if (/clos/i.test(words))
    return { title: 'The wallet was closed', text: 'Its window was closed before it responded. Nothing was signed.' }
  if (/lock/i.test(words)) return { title: 'The wallet is locked', text: 'Unlock it, then try again.' }
  return {
    title: 'The wallet did not answer as expected',
    text: words === '' ? 'It gave no reason.' : `It says: “${words.slice(0, walletWordsMax)}”`,
  }
}

const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined

const wordsOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return ''
  return 'message' in thrown ? String(thrown.message) : ''
}
