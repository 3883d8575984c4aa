export { generateMetadata, Page as default } from '#components/evm/nft/nft-page.tsx'
