export { WalletFrame as default } from '#components/evm/frames/wallet/wallet-frame.tsx'
