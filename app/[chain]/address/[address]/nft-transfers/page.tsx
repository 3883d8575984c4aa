export { generateMetadata, Page as default } from '#components/evm/wallet/nft-transfers-page.tsx'
