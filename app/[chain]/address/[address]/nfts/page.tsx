export { generateMetadata, Page as default } from '#components/evm/nft/nfts-page.tsx'
