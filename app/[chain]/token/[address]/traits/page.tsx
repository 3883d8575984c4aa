export { generateMetadata, Page as default } from '#components/evm/nft/traits-page.tsx'
