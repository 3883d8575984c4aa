export { generateMetadata, Page as default } from '#components/aptos/nft/token-page.tsx'
