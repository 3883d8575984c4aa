export { generateMetadata, Page as default } from '#components/evm/nft/collections-page.tsx'
