export { generateMetadata, Page as default } from '#components/aptos/nft/collection/tokens-page.tsx'
