aws backup start-restore-job --recovery-point-arn $POINT --iam-role-arn $ROLE --resource-type S3 \
  --metadata DestinationBucketName=$BUCKET,NewBucket=false,Encrypted=false
