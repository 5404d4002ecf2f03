import { notFound } from "next/navigation";

/** Every address that names no page: said within the console, so that the way on is at hand. */
export default function Elsewhere() {
  notFound();
}
