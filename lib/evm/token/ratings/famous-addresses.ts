/** Widely watched wallets of public figures and exchanges. The same on every chain. */
export const famousAddresses: ReadonlySet<string> = new Set([
  '0xd8da6bf26964af9d7eed9e03e53415d37aa96045', // Vitalik Buterin
  '0xab5801a7d398351b8be11c439e05c5b3259aec9b', // Vitalik Buterin, earlier
  '0xd387a6e4e84a6c86bd90c158c6028a58cc8ac459', // Pranksy
  '0xf0d6999725115e3ead3d927eb3329d63afaec09b', // gmoney
  '0xfd22004806a6846ea67ad883356be810f0428793', // Punk 6529
  '0xce90a7949bb78892f159f428d0dc23a8e3584d75', // Cozomo de' Medici
  '0xc6b0562605d35ee710138402b878ffe6f2e23807', // Beeple
  '0x3ddfa8ec3052539b6c9549f12cea2c295cff5296', // Justin Sun
  '0x28c6c06298d514db089934071355e5743bf21d60', // Binance
  '0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be', // Binance, earlier
  '0x71660c4005ba85c37ccec55d0c4493e66fe775d3', // Coinbase
])
