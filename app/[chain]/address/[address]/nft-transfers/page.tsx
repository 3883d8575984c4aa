export { generateMetadata, Page as default } from '#components/evm/nft/nft-transfers-page.tsx'
