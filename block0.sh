aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true,S3=true \
  --resource-type-management-preference DynamoDB=true
