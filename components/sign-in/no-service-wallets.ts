/** A wallet without any feature: the adapter leaves it out. next.config.mjs says why it stands here. */
class NoServiceWallet {
  readonly name = ''
  readonly features = {}
}

export {
  NoServiceWallet as AptosConnectAppleWallet,
  NoServiceWallet as AptosConnectGenericWallet,
  NoServiceWallet as AptosConnectGoogleWallet,
}
