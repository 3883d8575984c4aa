export { generateMetadata, Page as default } from '#components/evm/nft/search-page.tsx'
