'use client'
import { useEffect, useRef, useState } from 'react'
import { responseRequestId } from '#components/browser-send.ts'
import { type WalletFault, walletFault } from '#components/wallet/wallet-fault.ts'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'

const switchedFault: WalletFault = {
  title: 'The wallet account changed',
  text: 'The message was created for a different account or network than the wallet now uses. Sign in again with the one you want.',
}

const expiredFault: WalletFault = {
  title: 'The message has expired',
  text: 'Messages expire after two minutes. Nothing was signed; try again with a new one.',
}

const oddAnswerFault: WalletFault = {
  title: 'The wallet returned an unexpected format',
  text: 'It did not return a signed message in the form that wallets have to. Try another wallet.',
}

/** The fault for our own server's response, or for its absence. */
export const serverFault = (error: unknown): WalletFault => {
  const requestId = responseRequestId(error)
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

type Step =
  | { kind: 'ready' }
  | { kind: 'starting' }
  | { kind: 'signing'; message: string; lifeMs: number }
  | { kind: 'checking' }
  | { kind: 'failed'; fault: WalletFault }

type Started = { message: string; nonce: string | null; expiresInSeconds: number }
type SignedMessage = { message: string; signature: string }

/** How the account of one kind of wallet signs in. */
export type SignInWay = {
  /** Of the account and its network: if it changes during a request, the request ends. */
  who: string
  start: () => Promise<Started>
  /** Asks the wallet, which may throw anything; undefined if its answer is not a signature. */
  sign: (started: Started) => Promise<SignedMessage | undefined>
  finish: (signed: SignedMessage) => Promise<{ next: string }>
}

/**
 * Challenge, signature, session. The challenge is requested on the click that signs, never earlier: it lives for two
 * minutes. A wallet's response after the visitor gave up, switched or ran out of time is dropped.
 */
export const useSignIn = ({ who, start, sign, finish }: SignInWay) => {
  const [step, setStep] = useState<Step>({ kind: 'ready' })
  const attempts = useRef(0)

  const drop = (after: Step) => {
    attempts.current += 1
    setStep(after)
  }

  const begunAs = useRef(who)
  const isUnderWay = step.kind === 'starting' || step.kind === 'signing'
  useEffect(() => {
    if (!isUnderWay || begunAs.current === who) return
    attempts.current += 1
    setStep({ kind: 'failed', fault: switchedFault })
  }, [isUnderWay, who])

  const lifeMs = step.kind === 'signing' ? step.lifeMs : undefined
  useEffect(() => {
    if (lifeMs === undefined) return
    const timer = setTimeout(() => {
      attempts.current += 1
      setStep({ kind: 'failed', fault: expiredFault })
    }, lifeMs)
    return () => clearTimeout(timer)
  }, [lifeMs])

  const signIn = async () => {
    const attempt = ++attempts.current
    const goOn = (to: Step): boolean => {
      if (attempts.current !== attempt) return false
      setStep(to)
      return true
    }
    const fail = (fault: WalletFault) => void goOn({ kind: 'failed', fault })
    begunAs.current = who
    setStep({ kind: 'starting' })
    try {
      const started = await start()
      const { message, expiresInSeconds } = started
      if (!goOn({ kind: 'signing', message, lifeMs: expiresInSeconds * 1_000 })) return
      let signed: SignedMessage | undefined
      try {
        signed = await sign(started)
      } catch (thrown) {
        return fail(walletFault(thrown))
      }
      if (signed === undefined) return fail(oddAnswerFault)
      if (!goOn({ kind: 'checking' })) return
      const done = await finish(signed)
      // A full reload, so that every part of the page knows who is signed in.
      location.assign(done.next)
    } catch (error) {
      fail(serverFault(error))
    }
  }
  return { step, signIn, giveUp: () => drop({ kind: 'ready' }) }
}
