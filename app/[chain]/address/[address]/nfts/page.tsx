export { generateMetadata, Page as default } from '#components/evm/wallet/nfts-page.tsx'
