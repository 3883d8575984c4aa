import { requestIdOf } from '#components/browser-send.ts'
import type { WalletFault } from '#components/wallet/wallet-fault.ts'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'

export const switchedFault: WalletFault = {
  title: 'The wallet account changed',
  text: 'The message was created for a different account or network than the wallet now uses. Sign in again with the one you want.',
}

export const expiredFault: WalletFault = {
  title: 'The message has expired',
  text: 'Messages expire after two minutes. Nothing was signed; try again with a new one.',
}

export const oddAnswerFault: WalletFault = {
  title: 'The wallet returned an unexpected format',
  text: 'It did not return a signed message in the form that wallets have to. Try another wallet.',
}

/** The fault for our own server's response, or for its absence. */
export const serverFault = (error: unknown): WalletFault => {
  const requestId = requestIdOf(error)
  if (!isServiceError(error))
    return { title: 'The server did not answer', text: 'Check your connection, then try again.' }
  return { ...serverWords(error), requestId }
}

const serverWords = (error: ServiceError): WalletFault => {
  const details = (error.details ?? []).map((fault) => fault.message)
  const unverifiable = error.details?.find(({ message }) => message.includes('cannot be verified here'))
  if (unverifiable !== undefined)
    return {
      title: 'This kind of account cannot sign in here',
      text:
        unverifiable.name === 'signature'
          ? `The signature ${unverifiable.message}. Send a first transaction with the wallet, which deploys it, or use an account with its own key.`
          : `Its key ${unverifiable.message}. This applies to Google and Apple accounts and to passkeys. Use an account with its own key.`,
    }
  if (error.code === 'forbidden')
    return { title: 'This page is not at the address that the server expects', text: error.message }
  if (error.code === 'rate_limited')
    return {
      title: 'Too many attempts',
      text: `Please wait ${error.retryAfterSeconds ? `${Math.ceil(error.retryAfterSeconds)} seconds` : 'a minute'}, then try again.`,
    }
  if (error.code === 'invalid_request')
    return { title: 'The signature was not accepted', text: [error.message, ...details].join(' ') }
  if (error.status >= 500) return { title: 'The account cannot be checked now', text: error.message }
  return { title: 'Signing in failed', text: error.message }
}
