export { generateMetadata, Page as default } from '#components/aptos/asset/assets-page.tsx'
