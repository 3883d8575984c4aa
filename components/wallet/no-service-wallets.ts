/** A wallet without features, which the adapter leaves out. next.config.mjs says why it is here. */
class NoServiceWallet {
  readonly name = ''
  readonly features = {}
}

export {
  NoServiceWallet as AptosConnectAppleWallet,
  NoServiceWallet as AptosConnectGenericWallet,
  NoServiceWallet as AptosConnectGoogleWallet,
}
