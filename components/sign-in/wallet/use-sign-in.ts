'use client'

import { useWallet } from '@aptos-labs/wallet-adapter-react'
import { useEffect, useRef, useState } from 'react'
import { accountPost } from '#components/sign-in/account-request.ts'
import { type WalletFault, walletFault } from '#components/wallet/wallet-fault.ts'
import type { AptosNetwork } from '#components/wallet/wallet-network.ts'
import { expiredFault, oddAnswerFault, serverFault, switchedFault } from './sign-in-fault.ts'

type Step =
  | { kind: 'ready' }
  | { kind: 'starting' }
  | { kind: 'signing'; message: string; lifeMs: number }
  | { kind: 'checking' }
  | { kind: 'failed'; fault: WalletFault }

type Signer = { address: string; publicKey: string; network: AptosNetwork | undefined }

/**
 * Challenge, signature, session. The challenge is requested on the click that signs, never earlier: it lives for two
 * minutes. A wallet's response after the visitor gave up, switched or ran out of time is dropped.
 */
export const useSignIn = ({ address, publicKey, network }: Signer, next: string) => {
  const { signMessage } = useWallet()
  const [step, setStep] = useState<Step>({ kind: 'ready' })
  const attempts = useRef(0)

  const drop = (after: Step) => {
    attempts.current += 1
    setStep(after)
  }

  const who = `${network} ${address} ${publicKey}`
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
    if (network === undefined) return
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
      const { message, nonce, expiresInSeconds } = await accountPost('/start', { address, publicKey, network })
      if (!goOn({ kind: 'signing', message, lifeMs: expiresInSeconds * 1_000 })) return
      const signed = await signMessage({ message, nonce: nonce ?? '', application: true }).catch((thrown: unknown) =>
        fail(walletFault(thrown)),
      )
      if (signed === undefined) return
      // Wallets are third-party programs: what they return may not match their types.
      if (typeof signed.fullMessage !== 'string' || !signed.signature) return fail(oddAnswerFault)
      if (!goOn({ kind: 'checking' })) return
      const proof = { message: signed.fullMessage, signature: signed.signature.toString(), next }
      const done = await accountPost('/finish', proof)
      // A full reload, so that every part of the page knows who is signed in.
      location.assign(done.next)
    } catch (error) {
      fail(serverFault(error))
    }
  }
  return { step, signIn, giveUp: () => drop({ kind: 'ready' }) }
}
