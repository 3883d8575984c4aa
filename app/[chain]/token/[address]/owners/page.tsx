export { generateMetadata, Page as default } from '#components/evm/nft/owners-page.tsx'
