export { generateMetadata, Page as default } from '#components/aptos/nft/collection/owners-page.tsx'
