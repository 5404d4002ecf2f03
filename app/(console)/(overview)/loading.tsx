import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Overview" described={false} heights={["h-40", "h-60", "h-80"]} />;
export default Loading;
