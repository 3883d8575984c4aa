export { generateMetadata, Page as default } from '#components/aptos/nft/collection/traits-page.tsx'
