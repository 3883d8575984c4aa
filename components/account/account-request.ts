import { browserSend } from '#components/browser-send.ts'
import type {
  AccountKey,
  AccountNote,
  AccountNoteSubject,
  KeyUseHour,
  NewAccountKey,
  SignedIn,
} from '#lib/account/contract/account.ts'

/* Requests and responses of the session's endpoints (lib/account/http/account-handler.ts). */

type Posts = {
  '/start': {
    body: { address: string; publicKey: string; network: string }
    answer: { message: string; nonce: string | null; expiresInSeconds: number }
  }
  '/finish': {
    body: { message: string; signature: string; next?: string }
    answer: { account: SignedIn; next: string }
  }
  '/start/evm': {
    body: { address: string; chainId: number }
    answer: { message: string; nonce: string | null; expiresInSeconds: number }
  }
  '/finish/evm': {
    body: { message: string; signature: string; next?: string }
    answer: { account: SignedIn; next: string }
  }
  '/sign-out': { body: Record<string, never>; answer: { account: null } }
  '/sign-out-everywhere': { body: Record<string, never>; answer: { account: null; sessions: number } }
  '/sessions/revoke': { body: { id: string }; answer: { revoked: string } }
  '/keys': {
    body: { name: string; perSecond?: number; scopes?: string[]; expiresAt?: string }
    answer: NewAccountKey
  }
  '/keys/revoke': { body: { id: string }; answer: { revoked: string } }
  '/notes': { body: Omit<AccountNote, 'updatedAt'>; answer: Omit<AccountNote, 'updatedAt'> }
  '/notes/remove': { body: AccountNoteSubject; answer: AccountNoteSubject }
  '/delete': { body: { address: string }; answer: { account: null } }
}
type Gets = { '/keys': { keys: AccountKey[] }; '/notes': { notes: AccountNote[] }; '/keys/use': { use: KeyUseHour[] } }

const basePath = '/api/session'

/** @throws ServiceError with the server's message. */
export const accountPost = async <Path extends keyof Posts>(
  path: Path,
  body: Posts[Path]['body'],
): Promise<Posts[Path]['answer']> => {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const request = new Request(basePath + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await browserSend(request)
  if (path.startsWith('/notes')) notifyPages()
  return response.json()
}

/** Open pages, including this one, show the account's labels. */
const notifyPages = (): void => {
  const channel = new BroadcastChannel('labels')
  channel.postMessage('account')
  channel.close()
}

/** @throws ServiceError with the server's message. */
export const accountGet = async <Path extends keyof Gets>(
  path: Path,
  query: Record<string, string> = {},
): Promise<Gets[Path]> => {
  const search = new URLSearchParams(query).toString()
  return (await browserSend(new Request(`${basePath}${path}${search && `?${search}`}`))).json()
}
