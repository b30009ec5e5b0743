CREATE TABLE "elastic_namespace" (
	"name" text NOT NULL
);
