import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage heights={["h-24", "h-60"]} />;
export default Loading;
