export { WalletFrame as default } from '#components/evm/wallet/wallet-frame.tsx'
