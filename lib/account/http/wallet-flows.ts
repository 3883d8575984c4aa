import * as z from 'zod'
import type { SignInApi } from '#lib/account/contract/api.ts'
import * as ethereumParams from '#lib/account/contract/ethereum-params.ts'
import * as params from '#lib/account/contract/params.ts'
import { signerOf } from '#lib/account/ethereum/key-signature.ts'
import type { CallContext, Client } from '#lib/api/endpoint.ts'
import { oneOf } from '#lib/api/input/parameters.ts'

/** The account that a wallet names. `network` is `mainnet` or `testnet` of Aptos, or the CAIP-2 id of an EVM chain. */
export type Begun = { address: string; network: string }

type Wording = { domain: string; uri: string; timeout: number; statement: string }
type SignedMessage = { message: string; signature: string; next?: string | undefined }

/** What the verifier says of a signature; `account` is who is signed in by it. */
type Proof = Begun & { id: string; domain: string; uri: string; account: string }

/** How one kind of wallet signs in. */
export type WalletFlow<Start extends Begun = Begun> = {
  startBody: z.ZodType<Start>
  finishBody: z.ZodType<SignedMessage>
  request: (start: Start, wording: Wording, context: CallContext) => Promise<{ id: string; message: string }>
  verify: (signed: SignedMessage, context: CallContext) => Promise<Proof>
}

const next = z.string().max(4_000).optional()

const aptosStart = z.object({
  address: params.address(),
  publicKey: params.publicKey(),
  network: oneOf(['mainnet', 'testnet']),
})

export const aptosFlow = (signIn: Client<SignInApi>): WalletFlow<z.output<typeof aptosStart>> => ({
  startBody: aptosStart,
  finishBody: z.object({ message: params.message(), signature: params.signature(), next }),
  request: (start, wording, context) => signIn.requestChallenge({ ...wording, ...start }, context),
  verify: async ({ message, signature }, context) => {
    const proof = await signIn.verifyChallenge({ message, signature }, context)
    return { ...proof, account: proof.address }
  },
})

const evmNetwork = (chainId: number): string => `eip155:${chainId}`

const evmStart = z
  .object({ address: ethereumParams.address(), chainId: ethereumParams.chainId() })
  .transform(({ address, chainId }) => ({ address: address.toLowerCase(), chainId, network: evmNetwork(chainId) }))

export const evmFlow = (signIn: Client<SignInApi>): WalletFlow<z.output<typeof evmStart>> => ({
  startBody: evmStart,
  finishBody: z.object({ message: params.message(), signature: ethereumParams.signature(), next }),
  request: ({ address, chainId }, wording, context) =>
    signIn.requestEvmChallenge({ ...wording, address, chainId }, context),
  verify: async ({ message, signature }, context) => {
    const { address: named, chainId, ...proof } = await signIn.verifyEvmChallenge({ message, signature }, context)
    const address = named.toLowerCase()
    const network = evmNetwork(chainId)
    const account = signerOf(message, signature) === address ? address : `${network}:${address}`
    return { ...proof, address, network, account }
  },
})
